import { createHash } from 'node:crypto'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'

const sourceOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The text could end a script or open a comment (HTML, 4.12.1.3). */
const asScript = (code: string): string => code.replace(/<(?=\/script|script|!--)/gi, '\\x3C')

/** The server adds directives that only headers can carry. */
const policyOf = (script: string, style: string): string =>
  [
    "default-src 'none'",
    `script-src ${sourceOf(script)}`,
    `style-src ${sourceOf(style)}`,
    'img-src data:',
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')

/** The policy allows only this inlined script and style. */
const inline: Plugin = {
  name: 'inline-page',
  enforce: 'post',
  generateBundle(_options, bundle) {
    const page = Object.values(bundle).find(({ fileName }) => fileName.endsWith('.html'))
    if (page?.type !== 'asset') throw new Error('there is no page')
    let html = String(page.source)
    let script = ''
    let style = '@layer base, ui, feature;'
    for (const [name, file] of Object.entries(bundle)) {
      if (file === page) continue
      if (file.type === 'chunk') script += asScript(file.code)
      else if (name.endsWith('.css')) style += String(file.source)
      else if (name.endsWith('.svg'))
        html = html.replace(
          `./${name}`,
          `data:image/svg+xml;base64,${Buffer.from(file.source).toString('base64')}`,
        )
      else throw new Error(`${name} would have to be loaded`)
      delete bundle[name]
    }
    const [before = '', after = ''] = html
      .replace(/<script\b[^>]*><\/script>|<link rel="(?:stylesheet|modulepreload)"[^>]*>/g, '')
      .split('</head>')
    const [body = '', end = ''] = after.split('</body>')
    const policy = `<meta http-equiv="Content-Security-Policy" content="${policyOf(script, style)}">`
    page.fileName = 'verify.html'
    page.source = [
      before.replace('<meta charset="utf-8" />', (charset) => `${charset}\n    ${policy}`),
      `<style>${style}</style>\n</head>`,
      `${body}<script>${script}</script>\n</body>${end}`,
    ].join('')
  },
}

export const verifyPage: Plugin = {
  name: 'verify-page',
  apply: 'build',
  async closeBundle() {
    await build({
      configFile: false,
      root: import.meta.dirname,
      base: './',
      publicDir: false,
      logLevel: 'warn',
      plugins: [react(), inline],
      build: {
        outDir: path.join(import.meta.dirname, '../../.build/web'),
        emptyOutDir: false,
        assetsInlineLimit: 0,
        modulePreload: false,
        cssCodeSplit: false,
        rollupOptions: { output: { format: 'iife' } },
      },
    })
  },
}
