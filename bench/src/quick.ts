/** True for `npm run bench -- <table> --quick`: short runs that only show that the command works. Nothing is written. */
export const isQuick = process.argv.includes('--quick');
