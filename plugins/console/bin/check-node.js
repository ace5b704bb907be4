// As engines of package.json says. Checked before anything is imported: an old version of Node would fail while it links
// the program, with a SyntaxError about a name that nobody wrote.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`Taproot needs Node 20.19 or newer; this is ${process.versions.node}.\n`);
  process.exit(1);
}
