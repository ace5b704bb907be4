// Runs s3rver in the folder of the argument, on a free port, and prints the port. Its tokens of pages need a cipher that OpenSSL 3 has only
// with `node --openssl-legacy-provider`.
import S3rver from 's3rver';

const server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory: process.argv[2] });
const { port } = await server.run();
console.log(port);

// It does not listen for errors of the file that it writes, so a key that is too long for the name of a file would end it.
process.on('uncaughtException', (error) => {
  if (error.code !== 'ENAMETOOLONG') throw error;
});
