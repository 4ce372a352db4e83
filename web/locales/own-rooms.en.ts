import rooms from './en/rooms.json' with { type: 'json' }

export const texts = { rooms }
