import { at } from './project.mjs'

/** V8 otherwise collects after every 20 MB of uploads (`npm run bench -- ingest`). */
export const SERVER_PROGRAM = ['--heap-growing-percent=400', at('.build', 'server', 'main.js')]

/** glibc keeps memory per thread (mallopt(3)); this saves 100 MiB (`npm run bench -- readers`). */
export const SERVER_ENVIRONMENT = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: String(2 ** 25),
  MALLOC_MMAP_THRESHOLD_: String(2 ** 24),
}
