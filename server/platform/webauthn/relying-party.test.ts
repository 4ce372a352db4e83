import { describe, expect, it } from 'vitest'
import { relyingPartyOf } from './relying-party.ts'

describe('where passkeys work', () => {
  it.each([
    ['https://room.example.com', 'room.example.com', 'https://room.example.com'],
    ['https://room.example.com:8443/below', 'room.example.com', 'https://room.example.com:8443'],
    ['http://localhost:8080', 'localhost', 'http://localhost:8080'],
    ['http://room.localhost:8080', 'room.localhost', 'http://room.localhost:8080'],
  ])('at %s', (publicUrl, id, origin) => {
    expect(relyingPartyOf(publicUrl)).toEqual({ id, origin })
  })

  it.each([
    'http://room.example.com',
    'http://localhost.example.com',
    'http://notlocalhost',
    'http://127.0.0.1:8080',
    'https://127.0.0.1',
    'https://0x7f.1',
    'https://[::1]:8080',
    'https://192.0.2.7',
  ])('not at %s', (publicUrl) => {
    expect(relyingPartyOf(publicUrl)).toBeUndefined()
  })
})
