const PDF = [
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n',
  '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
].join('')

/** @throws Error if a response is not what a person needs */
export async function enterAndRead(url, { pin, code }) {
  let session
  const call = async (method, path, body) => {
    const headers = {
      ...(session ? { authorization: `Bearer ${session.jwt}` } : {}),
      ...(body && !(body instanceof FormData) ? { 'content-type': 'application/json' } : {}),
    }
    const sent = body === undefined || body instanceof FormData ? body : JSON.stringify(body)
    const answer = await fetch(`${url}/api${path}`, { method, headers, body: sent })
    if (!answer.ok)
      throw new Error(`${method} ${path.replace(pin, 'PIN')} is answered with ${answer.status}`)
    return answer
  }
  const payload = async (...args) => (await (await call(...args)).json()).payload
  session = await payload('POST', `/room/api/room/join/${pin}`)
  const { id, roomId, userId } = session
  await call('POST', `/room/api/room/checkAgree?id=${id}`, {})
  await call('POST', '/room/admin/auth/comm/checkManagerPin', { code, roomId, userId })
  const form = new FormData()
  for (const [name, value] of Object.entries({ id, parent: 0, roomId, typeId: 4 }))
    form.set(name, String(value))
  form.append('file', new Blob([PDF], { type: 'application/pdf' }), 'a.pdf')
  await call('POST', '/room/api/file/upload', form)
  const [item] = await payload('POST', '/room/api/file/file/list', {
    keword: '',
    parent: 0,
    roomId,
  })
  const { path, pageCount } = await payload('GET', `/room/api/file/prepareFile/${item?.id}`)
  if (pageCount !== 1) throw new Error(`the document has ${pageCount} pages`)
  const page = await call('GET', `${path}/pages/1?width=400`)
  if (!page.headers.get('content-type')?.startsWith('image/'))
    throw new Error('the page is no image')
}
