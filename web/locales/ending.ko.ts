import archive from './ko/archive.json' with { type: 'json' }
import ending from './ko/ending.json' with { type: 'json' }

export const texts = { archive, ending }
