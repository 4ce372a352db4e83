import { createCanvas } from '@napi-rs/canvas'
import { chance } from './chance.mjs'
import { seal } from './elements.mjs'
import { INK, write } from './paper.mjs'
import { bold, regular } from './text-measure.mjs'
import { COMPANY, NAMES } from './words.mjs'

const SIZE = { width: 1600, height: 1130 }

function sheet(draw) {
  const canvas = createCanvas(SIZE.width, SIZE.height)
  const context = canvas.getContext('2d')
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, SIZE.width, SIZE.height)
  draw(context)
  return canvas
}

function box(context, { x, y, width, height, fill, thickness = 2, color = INK.text }) {
  if (fill) {
    context.fillStyle = fill
    context.fillRect(x, y, width, height)
  }
  context.strokeStyle = color
  context.lineWidth = thickness
  context.strokeRect(x, y, width, height)
}

function line(context, points, { color = INK.text, thickness = 2, dash = [] } = {}) {
  context.strokeStyle = color
  context.lineWidth = thickness
  context.setLineDash(dash)
  context.beginPath()
  for (const [index, [x, y]] of points.entries())
    index === 0 ? context.moveTo(x, y) : context.lineTo(x, y)
  context.stroke()
  context.setLineDash([])
}

const centred = (context, text, x, y, font = regular(22), color = INK.text) =>
  write(context, text, { x, y, font, color, align: 'center' })

function frame(context, name, number) {
  box(context, { x: 30, y: 30, width: SIZE.width - 60, height: SIZE.height - 60, thickness: 4 })
  const left = SIZE.width - 560
  const top = SIZE.height - 170
  box(context, { x: left, y: top, width: 530, height: 140, fill: '#ffffff', thickness: 3 })
  line(context, [
    [left, top + 70],
    [left + 530, top + 70],
  ])
  write(context, name, { x: left + 20, y: top + 46, font: bold(28) })
  write(context, `${COMPANY}   ${number}   축척 1:100`, {
    x: left + 20,
    y: top + 114,
    font: regular(22),
    color: INK.soft,
  })
  seal(context, '한빛테크', { x: left + 480, y: top + 106, radius: 26 })
}

function dimension(context, from, to, y, text) {
  line(
    context,
    [
      [from, y],
      [to, y],
    ],
    { color: INK.soft, thickness: 1.5 },
  )
  for (const x of [from, to])
    line(
      context,
      [
        [x, y - 10],
        [x, y + 10],
      ],
      { color: INK.soft, thickness: 1.5 },
    )
  centred(context, text, (from + to) / 2, y - 10, regular(20), INK.soft)
}

function floorPlan(context, { name, rooms }) {
  const [left, top, width, height] = [140, 150, 1320, 700]
  box(context, { x: left, y: top, width, height, thickness: 10 })
  const columns = Math.ceil(rooms.length / 2)
  const corridor = 110
  const deep = (height - corridor) / 2
  for (const [index, room] of rooms.entries()) {
    const upper = index < columns
    const across = width / (upper ? columns : rooms.length - columns)
    const x = left + (upper ? index : index - columns) * across
    const y = upper ? top : top + deep + corridor
    box(context, { x, y, width: across, height: deep, thickness: 5 })
    centred(context, room, x + across / 2, y + deep / 2, bold(26))
    centred(
      context,
      `${Math.round((across * deep) / 1900)}㎡`,
      x + across / 2,
      y + deep / 2 + 34,
      regular(20),
      INK.soft,
    )
    const hinge = [x + 40, upper ? y + deep : y]
    context.fillStyle = '#ffffff'
    context.fillRect(hinge[0], hinge[1] - 5, 70, 10)
    context.strokeStyle = INK.soft
    context.lineWidth = 2
    context.beginPath()
    context.arc(hinge[0], hinge[1], 70, upper ? -Math.PI / 2 : 0, upper ? 0 : Math.PI / 2)
    context.stroke()
  }
  centred(context, '복도', left + width / 2, top + deep + corridor / 2 + 8, regular(24), INK.soft)
  dimension(context, left, left + width, 110, '33,000')
  frame(context, name, 'A-301')
}

function organisation(context, { name }) {
  const node = (x, y, text, strong) => {
    box(context, {
      x: x - 130,
      y,
      width: 260,
      height: 74,
      fill: strong ? INK.accent : INK.faint,
      thickness: 2,
      color: INK.accent,
    })
    centred(context, text, x, y + 46, bold(24), strong ? '#ffffff' : INK.text)
  }
  centred(context, name, SIZE.width / 2, 110, bold(40))
  const middle = SIZE.width / 2
  line(context, [
    [middle, 234],
    [middle, 330],
  ])
  const heads = NAMES.departments.slice(0, 5)
  const x = (index) => 200 + index * 300
  line(context, [
    [x(0), 330],
    [x(4), 330],
  ])
  for (const [index, text] of heads.entries()) {
    line(context, [
      [x(index), 330],
      [x(index), 380],
    ])
    node(x(index), 380, text, false)
    for (const step of [0, 1, 2]) {
      line(
        context,
        [
          [x(index), 454 + step * 130],
          [x(index), 510 + step * 130],
        ],
        { color: INK.line },
      )
      node(x(index), 510 + step * 130, `${['기획', '운영', '지원'][step]} 파트`, false)
    }
  }
  node(middle, 160, '대표이사 김해온', true)
  centred(context, '2025년 12월 31일 현재 · 임직원 186명', middle, 980, regular(24), INK.soft)
}

function blocks(context, { name, parts }) {
  const place = (index) => ({ x: 130 + (index % 4) * 350, y: 180 + Math.floor(index / 4) * 280 })
  for (let index = 1; index < parts.length; index++) {
    const [from, to] = [place(index - 1), place(index)]
    line(
      context,
      [
        [from.x + 130, from.y + 75],
        [from.x + 130, (from.y + to.y) / 2 + 75],
        [to.x + 130, (from.y + to.y) / 2 + 75],
        [to.x + 130, to.y + 75],
      ],
      { color: INK.accent, thickness: 4 },
    )
  }
  for (const [index, part] of parts.entries()) {
    const { x, y } = place(index)
    box(context, { x, y, width: 260, height: 150, fill: '#ffffff', thickness: 3 })
    centred(context, part, x + 130, y + 70, bold(26))
    centred(context, `U${101 + index * 10}`, x + 130, y + 112, regular(22), INK.soft)
  }
  frame(context, name, 'E-110')
}

function building(context, { name }) {
  const random = chance(name)
  const sky = context.createLinearGradient(0, 0, 0, 800)
  sky.addColorStop(0, '#7fa9d6')
  sky.addColorStop(1, '#e8eef3')
  context.fillStyle = sky
  context.fillRect(0, 0, SIZE.width, SIZE.height)
  context.fillStyle = '#6f7a6a'
  context.fillRect(0, 820, SIZE.width, 60)
  context.fillStyle = '#4b4f55'
  context.fillRect(0, 870, SIZE.width, 260)
  for (let x = 40; x < SIZE.width; x += 220) {
    context.fillStyle = '#e9e4d0'
    context.fillRect(x, 990, 120, 10)
  }
  context.fillStyle = '#c9c4ba'
  context.fillRect(260, 260, 1080, 570)
  context.fillStyle = '#a8a297'
  context.fillRect(240, 240, 1120, 30)
  for (let floor = 0; floor < 4; floor++) {
    for (let column = 0; column < 9; column++) {
      context.fillStyle = random.whole(0, 4) === 0 ? '#f0dfa6' : '#4d6479'
      context.fillRect(300 + column * 114, 300 + floor * 130, 86, 84)
    }
  }
  context.fillStyle = '#2f3a44'
  context.fillRect(720, 720, 160, 110)
  centred(context, '한빛테크', SIZE.width / 2, 264, bold(26), '#1f3f6e')
}

const DRAWINGS = { floorPlan, organisation, blocks, building }

export function picture({ name, drawing, ...options }) {
  const canvas = sheet((context) =>
    DRAWINGS[drawing](context, { name: name.replace(/\.\w+$/, ''), ...options }),
  )
  return name.endsWith('.jpg') ? canvas.toBuffer('image/jpeg', 82) : canvas.toBuffer('image/png')
}

export function signature(name) {
  const canvas = createCanvas(360, 104)
  const context = canvas.getContext('2d')
  const ink = '#1b2f6b'
  context.setTransform(1, 0, -0.3, 1, 60, 0)
  write(context, name, { x: 10, y: 66, font: regular(54), color: ink })
  context.strokeStyle = ink
  context.lineWidth = 3
  context.beginPath()
  context.moveTo(0, 80)
  context.bezierCurveTo(90, 96, 150, 66, 250, 78)
  context.stroke()
  return `data:image/png;base64,${canvas.toBuffer('image/png').toString('base64')}`
}
