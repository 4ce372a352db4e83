import { INK, rule, write } from './paper.mjs'
import { bold, regular, widthOf, wrap } from './text-measure.mjs'

const BODY = 10
const LINE = 17
const CELL = { size: 8.5, line: 13, pad: 6 }

export const gap = (height) => ({ height, draw() {} })

export function heading(text, level = 1) {
  const size = level === 1 ? 14 : 11
  const above = level === 1 ? 14 : 8
  return {
    height: above + size + 8,
    keep: true,
    draw: (context, x, y) =>
      write(context, text, {
        x,
        y: y + above + size - 2,
        font: bold(size),
        color: level === 1 ? INK.accent : INK.text,
      }),
  }
}

export function title(width, text, subtitle = '') {
  return {
    height: subtitle === '' ? 58 : 74,
    draw(context, x, y) {
      write(context, text, { x: x + width / 2, y: y + 28, font: bold(20), align: 'center' })
      if (subtitle !== '')
        write(context, subtitle, {
          x: x + width / 2,
          y: y + 48,
          font: regular(10),
          color: INK.soft,
          align: 'center',
        })
    },
  }
}

/** Paragraphs can break across pages. */
export function paragraph(
  width,
  text,
  { indent = 0, lead = '', size = BODY, color = INK.text, after = 6 } = {},
) {
  const lines = wrap(text, regular(size), width - indent)
  const blocks = lines.map((line, index) => ({
    height: LINE,
    draw(context, x, y) {
      if (index === 0 && lead !== '')
        write(context, lead, {
          x: x + indent - 4,
          y: y + 12,
          font: regular(size),
          color,
          align: 'right',
        })
      write(context, line, { x: x + indent, y: y + 12, font: regular(size), color })
    },
  }))
  return [...blocks, gap(after)]
}

export const items = (width, texts, leadOf = () => '•') =>
  texts
    .flatMap((text, index) => paragraph(width, text, { indent: 22, lead: leadOf(index), after: 2 }))
    .concat(gap(6))

function cellLines({ text, width, font }) {
  return wrap(text, font, width - 2 * CELL.pad)
}

function drawCells(context, cells, top) {
  for (const { lines, left, width, align, font, color } of cells) {
    const x =
      align === 'right'
        ? left + width - CELL.pad
        : align === 'center'
          ? left + width / 2
          : left + CELL.pad
    for (const [index, line] of lines.entries())
      write(context, line, { x, y: top + 14 + index * CELL.line, font, color, align })
  }
}

function row(width, columns, texts, { strong = false } = {}) {
  const shares = columns.reduce((sum, { share }) => sum + share, 0)
  const font = strong ? bold(CELL.size) : regular(CELL.size)
  let left = 0
  const cells = columns.map((column, index) => {
    const own = (column.share / shares) * width
    const align = column.align ?? 'left'
    const cell = {
      lines: cellLines({ text: texts[index] ?? '', width: own, font }),
      left,
      width: own,
      align,
      font,
      color: INK.text,
    }
    left += own
    return cell
  })
  const height = 8 + CELL.line * Math.max(...cells.map(({ lines }) => lines.length))
  return {
    height,
    draw(context, x, y) {
      if (strong) {
        context.fillStyle = INK.faint
        context.fillRect(x, y, width, height)
      }
      drawCells(
        context,
        cells.map((cell) => ({ ...cell, left: x + cell.left })),
        y,
      )
      rule(context, x, y + height - 0.6, x + width, {
        color: strong ? INK.soft : INK.line,
        thickness: 0.5,
      })
    },
  }
}

/** `columns` are `{name, share, align}`. */
export function table(width, columns, rows) {
  const centred = columns.map(({ share }) => ({ share, align: 'center' }))
  const names = columns.map(({ name }) => name)
  const head = { ...row(width, centred, names, { strong: true }), keep: true }
  const isTotal = (texts) => /^(합계|소계|총계|당기순이익|Total)/.test(texts[0])
  return [
    head,
    ...rows.map((texts) => ({ ...row(width, columns, texts, { strong: isTotal(texts) }), head })),
    gap(12),
  ]
}

export function facts(width, pairs) {
  const label = 104
  return pairs
    .map(([name, value]) => {
      const lines = wrap(value, regular(9.5), width - label - 16)
      const height = 10 + lines.length * 15
      return {
        height,
        draw(context, x, y) {
          context.fillStyle = INK.faint
          context.fillRect(x, y, label, height)
          write(context, name, {
            x: x + label / 2,
            y: y + height / 2 + 3.5,
            font: bold(9.5),
            align: 'center',
          })
          for (const [index, line] of lines.entries())
            write(context, line, { x: x + label + 10, y: y + 17 + index * 15, font: regular(9.5) })
          rule(context, x, y, x + width)
          rule(context, x, y + height, x + width)
        },
      }
    })
    .concat(gap(16))
}

export function seal(context, name, { x, y, radius = 19 }) {
  context.strokeStyle = INK.seal
  context.lineWidth = 1.8
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.stroke()
  const letters = [...name].slice(0, 4)
  const rows =
    letters.length > 2
      ? [letters.slice(0, 2).join(''), letters.slice(2).join('')]
      : [letters.join('')]
  for (const [index, text] of rows.entries()) {
    const offset = (index - (rows.length - 1) / 2) * 12
    write(context, text, { x, y: y + offset + 4, font: bold(11), color: INK.seal, align: 'center' })
  }
}

export function signatures(width, date, signers) {
  const dated = {
    height: 52,
    keep: true,
    draw: (context, x, y) =>
      write(context, date, { x: x + width / 2, y: y + 30, font: regular(11), align: 'center' }),
  }
  const lines = signers.map(({ role, name, company }) => ({
    height: 46,
    draw(context, x, y) {
      const text = `${company}   ${role}   ${name}`
      const right = x + width - 52
      write(context, text, { x: right, y: y + 26, font: regular(11), align: 'right' })
      write(context, '(인)', { x: right + 18, y: y + 26, font: regular(10), color: INK.soft })
      seal(context, name, { x: right + 26, y: y + 22 })
    },
  }))
  return [dated, ...lines]
}

export function cover({ kicker, name, subtitle, firm, date, number }) {
  return (context, { width, height }) => {
    context.fillStyle = INK.accent
    context.fillRect(0, 0, 14, height)
    const left = 78
    write(context, kicker, { x: left, y: height * 0.2, font: regular(12), color: INK.soft })
    rule(context, left, height * 0.2 + 14, left + 64, { color: INK.accent, thickness: 2.4 })
    const lines = wrap(name, bold(30), width - left - 70)
    for (const [index, line] of lines.entries())
      write(context, line, { x: left, y: height * 0.2 + 66 + index * 42, font: bold(30) })
    const below = height * 0.2 + 66 + lines.length * 42
    for (const [index, line] of wrap(subtitle, regular(13), width - left - 70).entries())
      write(context, line, {
        x: left,
        y: below + 4 + index * 21,
        font: regular(13),
        color: INK.soft,
      })
    write(context, date, { x: left, y: height - 168, font: regular(12) })
    write(context, firm, { x: left, y: height - 144, font: bold(15) })
    write(context, number, { x: left, y: height - 118, font: regular(9), color: INK.soft })
    const label = '대외비 CONFIDENTIAL'
    const box = widthOf(label, bold(9)) + 20
    context.strokeStyle = INK.seal
    context.lineWidth = 1
    context.strokeRect(width - box - 48, 56, box, 22)
    write(context, label, {
      x: width - 48 - box / 2,
      y: 70.5,
      font: bold(9),
      color: INK.seal,
      align: 'center',
    })
  }
}
