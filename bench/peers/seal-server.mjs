import { createServer } from 'node:http'
import { seal } from '../lib/seal.mjs'

process.on('message', ({ target }) => {
  const server = createServer(async (request, response) => {
    await seal(request, target)
    response.end('stored')
  })
  server.listen(0, '127.0.0.1', () => process.send(`http://127.0.0.1:${server.address().port}`))
})
