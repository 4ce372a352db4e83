const DATA_KB = 2 * 2 ** 20
/** A core file would contain the input. */
const LIMITED = `ulimit -c 0 && ulimit -d ${DATA_KB} && exec "$@"`

export const limitedNodeCommand = (...args: readonly string[]): [string, ...string[]] => [
  '/bin/sh',
  '-c',
  LIMITED,
  'sh',
  process.execPath,
  ...args,
]
