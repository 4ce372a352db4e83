import { at } from './project.mjs'

/**
 * What `node` is given to run the built server. V8 counts the buffers of an upload against a limit just above its few living objects, and
 * without the option it collects the whole heap every 20 MB that come in (`npm run bench -- ingest`).
 */
export const SERVER_PROGRAM = ['--heap-growing-percent=400', at('.build', 'server', 'main.js')]

/**
 * What the server has in its environment beside what it is given. Threads draw and pack images of many megabytes: with the defaults of glibc
 * each keeps memory of its own (mallopt(3)). So they share one arena, and what is free beyond 32 MiB goes back: 100 MiB less with 20
 * readers, and 2 % fewer pages (`npm run bench -- readers`). Other libraries of C ignore it.
 */
export const SERVER_ENVIRONMENT = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: String(2 ** 25),
  MALLOC_MMAP_THRESHOLD_: String(2 ** 24),
}
