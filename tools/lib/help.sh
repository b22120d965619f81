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

# refuse_usage REASON: where a script is given what it does not take. Status 2 says so, 1 that something has failed.
refuse_usage() { printf 'tools/%s: %s (see --help)\n' "${0##*/}" "$*" >&2; exit 2; }
