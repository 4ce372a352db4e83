import { expect, test } from 'vitest'
import { snapRect } from './snap.ts'

const PAGE = { width: 600, height: 800 }
const other = { x: 100, y: 100, w: 120, h: 120 }

test('a box near the edge of another one lies on it, and the line is shown', () => {
  expect(snapRect({ x: 103, y: 300, w: 50, h: 50 }, [other], PAGE, 4)).toEqual({
    rect: { x: 100, y: 300, w: 50, h: 50 },
    guides: { x: 100 },
  })
  expect(snapRect({ x: 310, y: 217, w: 50, h: 50 }, [other], PAGE, 4)).toEqual({
    rect: { x: 310, y: 220, w: 50, h: 50 },
    guides: { y: 220 },
  })
})

test('the middle of the page draws, in both directions', () => {
  expect(snapRect({ x: 273, y: 377, w: 50, h: 50 }, [], PAGE, 4)).toEqual({
    rect: { x: 275, y: 375, w: 50, h: 50 },
    guides: { x: 300, y: 400 },
  })
})

test('what is out of reach stays where it is, and of two lines the nearer one draws', () => {
  expect(snapRect({ x: 105, y: 300, w: 50, h: 51 }, [other], PAGE, 4)).toEqual({
    rect: { x: 105, y: 300, w: 50, h: 51 },
    guides: {},
  })
  const nearer = { ...other, x: 102 }
  expect(snapRect({ x: 103, y: 300, w: 50, h: 51 }, [other, nearer], PAGE, 4).rect.x).toBe(102)
})
