export { createChunkOpener } from './chunk-opener.ts'
