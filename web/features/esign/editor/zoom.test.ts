import { expect, test } from 'vitest'
import { currentPage, firstZoom, fitZoom, ZOOM, zoomedIn, zoomedOut } from './zoom.ts'

test('the zoom goes by tenths from a half to three, and no further [zoom-tenths]', () => {
  let zoom: number = ZOOM.least
  const steps: number[] = [zoom]
  while (zoomedIn(zoom) !== zoom) {
    zoom = zoomedIn(zoom)
    steps.push(zoom)
  }
  expect(steps).toEqual(
    Array.from({ length: 26 }, (_, index) => Number((0.5 + index / 10).toFixed(1))),
  )
  while (zoomedOut(zoom) !== zoom) zoom = zoomedOut(zoom)
  expect(zoom).toBe(0.5)
})

test('from between two steps it goes to the next one', () => {
  expect(zoomedIn(0.83)).toBe(0.9)
  expect(zoomedOut(0.83)).toBe(0.8)
})

test('a page is fitted in both directions, within the limits', () => {
  expect(fitZoom({ width: 595, height: 842 }, { width: 1200, height: 842 })).toBe(1)
  expect(fitZoom({ width: 595, height: 842 }, { width: 297.5, height: 842 })).toBe(0.5)
  expect(fitZoom({ width: 2000, height: 3000 }, { width: 300, height: 300 })).toBe(0.5)
})

test('the current page is the first of which half is seen, in a small window the one that fills half of it', () => {
  const pages = [0, 1, 2].map((index) => ({ top: index * 1000, height: 980 }))
  expect(currentPage(pages, 0, 700)).toBe(0)
  expect(currentPage(pages, 660, 700)).toBe(1)
  expect(currentPage(pages, 620, 700)).toBe(0)
  expect(currentPage(pages, 2300, 700)).toBe(2)
  expect(currentPage(pages, 300, 2500)).toBe(0)
  expect(currentPage([], 0, 100)).toBe(0)
})

test('a document is first seen at full size, on a phone in its whole width, and never smaller than a half', () => {
  const a4 = { width: 595, height: 842 }
  expect(firstZoom(a4, 1440)).toBe(1)
  expect(firstZoom(a4, 641)).toBe(1)
  expect(firstZoom(a4, 390)).toBe(0.6)
  expect(firstZoom({ width: 2384, height: 3370 }, 390)).toBe(0.5)
  expect(firstZoom({ width: 200, height: 300 }, 390)).toBe(1)
  expect(firstZoom(undefined, 390)).toBe(1)
})
