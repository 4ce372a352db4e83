import archive from './en/archive.json' with { type: 'json' }
import ending from './en/ending.json' with { type: 'json' }

/** What is said of the end of a room, and of archives. */
export const texts = { archive, ending }
