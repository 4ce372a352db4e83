import archive from './ko/archive.json' with { type: 'json' }
import ending from './ko/ending.json' with { type: 'json' }

/** What is said of the end of a room, and of archives. */
export const texts = { archive, ending }
