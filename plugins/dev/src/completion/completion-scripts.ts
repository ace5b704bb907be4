const zsh = String.raw`
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

const fish = String.raw`
function __taproot_candidates
    set -l typed (commandline -opc) (commandline -ct)
    test "$typed[1]" = npx; and set -e typed[1]
    set -l dir $PWD
    while test -n "$dir"; and not test -x "$dir/node_modules/.bin/taproot"
        set dir (string replace -r '/[^/]*$' '' -- $dir)
    end
    test -n "$dir"; and $dir/node_modules/.bin/taproot completion --complete $typed[2..-1] 2>/dev/null
end
complete -c taproot -f -a '(__taproot_candidates)'
complete -c npx -n 'string match -q "npx taproot *" -- (commandline -cp)' -f -a '(__taproot_candidates)'
`;

// bash 3.2 (macOS) has no negative indices, and starts a new word at a colon by default. So the part up to the last colon is
// removed from the candidates.
const bash = String.raw`
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

/** The scripts by shell. Each finds the application's own `taproot`, so that npm does not start at every Tab. */
export const scripts = { bash, zsh, fish } as const;

export const shells = ['bash', 'zsh', 'fish'] as const;
