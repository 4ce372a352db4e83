import { at } from './project.mjs'

/**
 * What `node` is given to run the built server. V8 counts the buffers of an upload against a limit just above its few living objects, and
 * without the option it collects the whole heap every 20 MB that come in (`npm run bench -- ingest`).
 */
export const SERVER_PROGRAM = ['--heap-growing-percent=400', at('.build', 'server', 'main.js')]
