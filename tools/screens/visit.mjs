const BASE = '/api/room'

async function call(address, path, { method = 'POST', jwt, body, query } = {}) {
  const url = new URL(BASE + path, address)
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, String(value))
  const headers = {
    ...(jwt ? { authorization: `Bearer ${jwt}` } : {}),
    ...(body ? { 'content-type': 'application/json' } : {}),
  }
  const answer = await fetch(url, { method, headers, body: body && JSON.stringify(body) })
  const { status, code, payload } = await answer.json()
  if (status !== 'OK') throw new Error(`${method} ${path}: ${answer.status} ${code ?? ''}`)
  return payload
}

const GUIDE_CARDS = [
  'viewing',
  'uploadFiles',
  'uploadRoom',
  'invitation',
  'activity',
  'asking',
  'answering',
  'firstSteps',
  'setup',
]

export async function enter(address, { pin, code, agrees = true }) {
  const session = await call(address, '/api/room/join', { body: { pin } })
  const { jwt, id, roomId, userId } = session
  if (agrees) await call(address, '/api/room/checkAgree', { jwt, query: { id } })
  if (agrees)
    await Promise.all(
      GUIDE_CARDS.map((card) => call(address, '/api/room/guides/close', { jwt, body: { card } })),
    )
  if (code)
    await call(address, '/admin/auth/comm/checkManagerPin', { jwt, body: { code, roomId, userId } })
  return { ...session, agreed: agrees }
}

export async function findItem(address, { jwt, roomId }, path) {
  let parent = 0
  for (const name of path.split('/')) {
    const items = await call(address, '/api/file/file/list', {
      jwt,
      body: { keword: '', parent, roomId },
    })
    const found = items.find((item) => item.name === name)
    if (!found) throw new Error(`the room has no ${path}`)
    parent = found.id
  }
  return parent
}
