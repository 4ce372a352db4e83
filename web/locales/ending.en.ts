import archive from './en/archive.json' with { type: 'json' }
import ending from './en/ending.json' with { type: 'json' }

export const texts = { archive, ending }
