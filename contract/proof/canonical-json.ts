type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json | undefined }

/**
 * JSON with one way to write each value (RFC 8785): names in the order of their UTF-16 units, no spaces. Numbers are written as JavaScript
 * does, which is what the RFC says. What is undefined is left out.
 */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`
  const fields = value as { readonly [name: string]: Json | undefined }
  let written = ''
  for (const name of Object.keys(fields).sort()) {
    const inner = fields[name]
    if (inner !== undefined) written += `${written === '' ? '' : ','}${JSON.stringify(name)}:${canonicalJson(inner)}`
  }
  return `{${written}}`
}
