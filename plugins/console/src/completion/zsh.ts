export const zsh = String.raw`
_taproot() {
  local dir="$PWD" line
  local -a typed candidates
  typed=("$\{(@)words[2,CURRENT]}")
  if [[ $\{words[1]:t} == npx ]]; then
    if [[ $\{words[2]} != taproot ]]; then _default; return; fi
    typed=("$\{(@)words[3,CURRENT]}")
  fi
  while [[ -n $dir && ! -x $dir/node_modules/.bin/taproot ]]; do dir="$\{dir%/*}"; done
  [[ -n $dir ]] || return 1
  for line in "$\{(@f)$("$dir/node_modules/.bin/taproot" completion --complete "$\{typed[@]}" 2>/dev/null)}"; do
    [[ -n $line ]] && candidates+=("$\{$\{line%%$'\t'*}//:/\\:}:$\{line#*$'\t'}")
  done
  _describe taproot candidates
}
compdef _taproot taproot
(( $\{+_comps[npx]} )) || compdef _taproot npx
`.replaceAll('$\\{', '${');
