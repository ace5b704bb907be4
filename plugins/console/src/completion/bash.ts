// bash 3.2 (macOS) has no negative indices, and takes a colon for the beginning of a word unless told otherwise: what
// stands before the last colon is taken off the candidates again.
export const bash = String.raw`
_taproot_completion() {
  local line="$\{COMP_LINE:0:COMP_POINT}" words dir="$PWD" typed IFS
  read -ra words <<<"$line"
  [[ $line == *' ' ]] && words+=('')
  if [[ $\{words[0]##*/} == npx ]]; then
    [[ $\{words[1]} == taproot ]] || return
    words=("$\{words[@]:1}")
  fi
  while [[ -n $dir && ! -x $dir/node_modules/.bin/taproot ]]; do dir="$\{dir%/*}"; done
  [[ -n $dir && $\{#words[@]} -gt 1 ]] || return
  typed="$\{words[$\{#words[@]}-1]}"
  IFS=$'\n'
  COMPREPLY=($("$dir/node_modules/.bin/taproot" completion --complete "$\{words[@]:1}" 2>/dev/null | cut -f1))
  if [[ $typed == *:* && $COMP_WORDBREAKS == *:* ]]; then
    COMPREPLY=("$\{COMPREPLY[@]#"$\{typed%"$\{typed##*:}"}"}")
  fi
}
complete -o default -F _taproot_completion taproot
complete -p npx >/dev/null 2>&1 || complete -o default -F _taproot_completion npx
`.replaceAll('$\\{', '${');
