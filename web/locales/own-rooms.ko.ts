import rooms from './ko/rooms.json' with { type: 'json' }

export const texts = { rooms }
