export const fish = String.raw`
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
