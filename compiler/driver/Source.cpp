// Languages, as Clang's driver tells them. SPDX-License-Identifier: MIT
#include "compiler/driver/Source.h"
#include "clang/Driver/Types.h"
#include "llvm/Support/Path.h"

namespace brickc {
namespace {

namespace types = clang::driver::types;

Source::Kind kindOf(types::ID type) {
  if (type == types::TY_CXX) return Source::Kind::Cxx;
  if (type == types::TY_CXXHeader) return Source::Kind::CxxHeader;
  if (type == types::TY_PP_CXX) return Source::Kind::Preprocessed;
  return types::isDerivedFromC(type) ? Source::Kind::CFamily : Source::Kind::Foreign;
}

} // namespace

std::optional<Source> sourceOf(llvm::StringRef file, llvm::StringRef language) {
  if (!language.empty())
    return Source{file.str(), language.str(), kindOf(types::lookupTypeForTypeSpecifier(language.str().c_str()))};
  if (file == "-") return Source{"-", "", Source::Kind::CFamily}; // of which the host compiler wants to know more
  llvm::StringRef extension = llvm::sys::path::extension(file);
  if (extension == ".ir") return Source{file.str(), "", Source::Kind::Ir};
  const types::ID type = extension.empty() ? types::TY_INVALID : types::lookupTypeForExtension(extension.drop_front());
  if (type == types::TY_INVALID || type == types::TY_Object) return std::nullopt;
  return Source{file.str(), "", kindOf(type)};
}

} // namespace brickc
