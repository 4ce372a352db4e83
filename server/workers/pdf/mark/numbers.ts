/** PDF has no exponents. */
export function pdfNumber(value: number): string {
  if (!Number.isFinite(value)) return '0'
  if (Number.isInteger(value)) return Math.abs(value) < 1e15 ? String(value) : '0'
  return value
    .toFixed(6)
    .replace(/\.?0+$/, '')
    .replace(/^-0$/, '0')
}
