# --help as first argument of a script: prints the comment at the script's head, which says what it does and takes.
# Sourced, not run; in bash alone, because tools/setup runs where nothing else may be installed.
# SPDX-License-Identifier: MIT
if [[ ${1:-} == -h || ${1:-} == --help ]]; then
  while read -r line; do
    case $line in
    '#!'* | '# SPDX'*) ;;
    '# '*) printf '%s\n' "${line#'# '}" ;;
    *) break ;;
    esac
  done <"$0"
  exit 0
fi
