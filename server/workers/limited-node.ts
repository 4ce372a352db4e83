/** KiB of memory that a program writes to: what it reads, what it makes of that, its heap. */
const DATA_KB = 2 * 2 ** 20
/** No core file, which would hold what it reads; memory. */
const LIMITED = `ulimit -c 0 && ulimit -d ${DATA_KB} && exec "$@"`

/** The words that start a program of ours, which reads what strangers made, by a shell that limits it. @param words for Node. */
export const limitedNode = (...words: readonly string[]): [string, ...string[]] => [
  '/bin/sh',
  '-c',
  LIMITED,
  'sh',
  process.execPath,
  ...words,
]
