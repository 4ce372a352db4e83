// This peer only applies JSON.parse.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'

const server = createServer(async (request, response) => {
  try {
    if (request.method === 'POST') {
      const text = (await buffer(request)).toString('utf8')
      JSON.parse(
        request.headers['content-type']?.startsWith('multipart/')
          ? text.slice(text.indexOf('\r\n\r\n') + 4)
          : text,
      )
    }
    response.writeHead(200).end()
  } catch {
    response.writeHead(400).end()
  }
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
process.on('message', () => process.send(`http://127.0.0.1:${server.address().port}`))
