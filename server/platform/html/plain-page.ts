import { createHash } from 'node:crypto'
import type { Language } from '../../../contract/core/language.ts'

const STYLE = `
:root{color-scheme:light}
body{margin:24px;font:14px/1.5 Pretendard,"Apple SD Gothic Neo","Malgun Gothic","Noto Sans KR",sans-serif;color:#1a1d21;background:#fff;word-break:keep-all}
h1{margin:0 0 4px;font-size:20px}p{margin:0 0 16px;color:#555c66}
table{width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:6px 8px;border-bottom:1px solid #d9dde3;text-align:left;vertical-align:top;overflow-wrap:anywhere}
th{border-bottom:2px solid #1a1d21;white-space:nowrap}td:first-child{white-space:nowrap}
pre{margin:24px 0 0;padding:12px;border:1px solid #d9dde3;white-space:pre-wrap;overflow-wrap:anywhere;font-size:12px}
@page{size:A4;margin:14mm}@media print{body{margin:0;font-size:11px}thead{display:table-header-group}tr{break-inside:avoid}}
`

const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'`

interface PageHead {
  readonly language: Language
  readonly title: string
}

/** The policy allows only the page's own style. */
export const pageHead = ({ language, title }: PageHead): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
`

export const pageTail = `</body>
</html>
`
