// Questions to the table of options that Clang's driver has. SPDX-License-Identifier: MIT
//
// Clang and GCC share most options, and Clang's table says how each is spelled, whether it takes a value, and which of
// Clang's language options it sets. What is not in the table is GCC's own, and changes nothing that Clang could follow.
#include "compiler/driver/ClangOptions.h"
#include "clang/Driver/Options.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Option/Option.h"
#include <memory>

namespace brickc {
namespace {

namespace options = clang::driver::options;

/// Options that set one of the language options in Clang's own declaration of them.
bool setsLanguageOption(unsigned id) {
  switch (id) {
#define LANG_OPTION_WITH_MARSHALLING(PREFIX, SPELLING, ID, ...) case options::OPT_##ID:
#include "clang/Driver/Options.inc"
#undef LANG_OPTION_WITH_MARSHALLING
    return true;
  default:
    return false;
  }
}

/// Options that Clang's driver translates to such; and what macros, headers and the sizes of types depend on.
bool isTranslatedToLanguageOption(unsigned id) {
  switch (id) {
  case options::OPT_std_EQ:
  case options::OPT_ansi:
  case options::OPT_fsigned_char:
  case options::OPT_funsigned_char:
  case options::OPT_fshort_wchar:
  case options::OPT_fno_short_wchar:
  case options::OPT_fwrapv:
  case options::OPT_fno_wrapv:
  case options::OPT_ftrigraphs:
  case options::OPT_fno_trigraphs:
  case options::OPT_m32:
  case options::OPT_mx32:
  case options::OPT_m64:
  case options::OPT_mlong_double_64:
  case options::OPT_mlong_double_80:
  case options::OPT_mlong_double_128:
  case options::OPT_pthread:
  case options::OPT_fbracket_depth_EQ:
    return true;
  default:
    return false;
  }
}

bool decidesMacrosOrHeaders(unsigned id) {
  switch (id) {
  case options::OPT_D:
  case options::OPT_U:
  case options::OPT_undef:
  case options::OPT__sysroot_EQ:
  case options::OPT_stdlib_EQ:
  case options::OPT_B:
  case options::OPT_gcc_toolchain:
  case options::OPT_target:
    return true;
  default:
    return false;
  }
}

/// Language options by Clang's count that say how code is generated: brickc decides about arithmetic, and what is left
/// has no meaning for a parse. With them the precompiled header would not fit.
bool concernsGeneratedCode(llvm::StringRef name) {
  if (!name.consume_front("-f")) return false;
  name.consume_front("no-");
  static constexpr llvm::StringLiteral prefixes[] = {"visibility",
                                                     "type-visibility",
                                                     "semantic-interposition",
                                                     "trivial-auto-var-init",
                                                     "xray",
                                                     "sanitize",
                                                     "openmp",
                                                     "profile",
                                                     "assumptions",
                                                     "threadsafe-statics",
                                                     "math-errno",
                                                     "math-builtin",
                                                     "fast-math",
                                                     "unsafe-math",
                                                     "reciprocal-math",
                                                     "approx-func",
                                                     "finite-math",
                                                     "signed-zeros",
                                                     "rounding-math",
                                                     "protect-parens",
                                                     "fp-",
                                                     "modules",
                                                     "pch-",
                                                     "implicit-modules",
                                                     "spell-checking",
                                                     "parse-all-comm",
                                                     "comment-block"};
  return llvm::any_of(prefixes, [&](llvm::StringRef prefix) { return name.starts_with(prefix); });
}

bool changesParse(const llvm::opt::Option& option) {
  const unsigned id = option.getID();
  // Precompiled headers are of the host compiler's version and kind; the parse reads their text.
  if (id == options::OPT_include_pch) return false;
  for (const options::ID group : {options::OPT_I_Group, options::OPT_clang_i_Group, options::OPT_IncludePath_Group})
    if (option.matches(group)) return true;
  if (decidesMacrosOrHeaders(id) || isTranslatedToLanguageOption(id)) return true;
  return setsLanguageOption(id) && !concernsGeneratedCode(option.getPrefixedName());
}

/// The table's group of linking is no measure: --coverage is in it.
bool isForLinker(const llvm::opt::Option& option) {
  return option.hasFlag(options::LinkerInput) || option.hasFlag(options::LinkOption) ||
         option.matches(options::OPT_T_Group);
}

/// Options of GCC with a value that Clang does not know, or takes for something else.
bool isTwoWordsOfGcc(llvm::StringRef word) {
  static constexpr llvm::StringLiteral names[] = {"-aux-info", "-dumpbase",  "-dumpbase-ext", "-dumpdir",
                                                  "-wrapper",  "-imultilib", "-auxbase",      "-auxbase-strip"};
  return llvm::is_contained(names, word);
}

/// Reads the option at `index`, and moves that behind it. Null where its value is missing.
std::unique_ptr<llvm::opt::Arg> readOne(const llvm::opt::InputArgList& words, unsigned& index, OptionsOf whose) {
  const llvm::opt::OptTable& table = clang::driver::getDriverOptTable();
#if LLVM_VERSION_MAJOR >= 18
  const unsigned visible = whose == OptionsOf::Driver ? options::ClangOption : options::CC1Option;
  return table.ParseOneArg(words, index, llvm::opt::Visibility(visible));
#else
  const bool ofDriver = whose == OptionsOf::Driver;
  const unsigned foreign = options::CLOption | options::CLDXCOption | options::DXCOption | options::FlangOnlyOption;
  return table.ParseOneArg(words, index, ofDriver ? 0 : options::CC1Option,
                           ofDriver ? foreign | options::NoDriverOption : 0);
#endif
}

bool isKnown(const llvm::opt::Arg& arg) {
  const auto kind = arg.getOption().getKind();
  return kind != llvm::opt::Option::UnknownClass && kind != llvm::opt::Option::InputClass;
}

/// By the name that the table has first: many options may begin with one dash or two, and others are short for those.
std::vector<std::string> plainWords(const llvm::opt::Arg& arg, const llvm::opt::InputArgList& words,
                                    const std::vector<std::string>& given) {
  if (arg.getAlias()) {
    llvm::opt::ArgStringList plain;
    arg.render(words, plain);
    return {plain.begin(), plain.end()};
  }
  std::vector<std::string> plain = given;
  plain.front().replace(0, arg.getSpelling().size(), arg.getOption().getPrefixedName());
  return plain;
}

} // namespace

std::vector<HostOption> readOptions(const std::vector<std::string>& words, OptionsOf whose) {
  std::vector<const char*> pointers;
  for (const std::string& word : words)
    pointers.push_back(word.c_str());
  const llvm::opt::InputArgList list(pointers.data(), pointers.data() + pointers.size());
  std::vector<HostOption> result;
  for (unsigned index = 0; index < words.size();) {
    const unsigned begin = index;
    std::unique_ptr<llvm::opt::Arg> arg;
    if (isTwoWordsOfGcc(words[begin]))
      index = begin + 2;
    else
      arg = readOne(list, index, whose);
    index = std::min<unsigned>(std::max(index, begin + 1), words.size());
    HostOption option;
    option.words.assign(words.begin() + begin, words.begin() + index);
    option.plain = option.words;
    if (arg && isKnown(*arg)) {
      option.plain = plainWords(*arg, list, option.words);
      option.changesParse = changesParse(arg->getOption());
      option.forLinker = isForLinker(arg->getOption());
    }
    result.push_back(std::move(option));
  }
  return result;
}

} // namespace brickc
