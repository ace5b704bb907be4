// Found as any package is: in a workspace it may lie in a node_modules above this folder.
import 'jest/bin/jest';
