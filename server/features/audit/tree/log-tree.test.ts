import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InclusionCheck } from '../../../../contract/proof/inclusion.ts'
import { isConsistent, rootOfLeaves } from '../../../../contract/proof/merkle.ts'
import { sha256 } from '../../../platform/encryption/node-crypto.ts'
import { EMPTY_ROOT, hashLeaf, hashNode } from './hash.ts'
import { LogTree, type ReadTile } from './log-tree.ts'
import { Proofs } from './proofs.ts'
import { edgeOf, grow, type Tile } from './tiles.ts'

const keyOf = (level: number, index: number) => `${level}/${index}`

const planted = (leaves: readonly Buffer[], steps?: readonly number[]) =>
  new LogTree(tilesOf(leaves, steps))

function tilesOf(leaves: readonly Buffer[], steps: readonly number[] = []): ReadTile {
  const tiles = new Map<string, Tile>()
  let size = 0
  for (const step of [...steps, leaves.length]) {
    const to = Math.min(leaves.length, size + step)
    const edge = edgeOf(size).map(({ level, index }) => tiles.get(keyOf(level, index)) as Tile)
    for (const tile of grow(size, edge, leaves.slice(size, to)))
      tiles.set(keyOf(tile.level, tile.index), tile)
    size = to
  }
  return async (level, index) => {
    const tile = tiles.get(keyOf(level, index))
    if (!tile) throw new RangeError(`no tile ${keyOf(level, index)}`)
    return tile.hashes
  }
}

/** RFC 6962, 2.1 defines this. */
function definedRoot(leaves: readonly Buffer[]): Buffer {
  if (leaves.length === 0) return EMPTY_ROOT
  if (leaves.length === 1) return leaves[0] as Buffer
  let k = 1
  while (k * 2 < leaves.length) k *= 2
  return hashNode(definedRoot(leaves.slice(0, k)), definedRoot(leaves.slice(k)))
}

const leavesOf = (count: number): Buffer[] =>
  Array.from({ length: count }, (_, at) => hashLeaf(Buffer.from(`entry ${at}`)))

// The vectors come from github.com/transparency-dev/merkle.
const REFERENCE_LEAVES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
]
const REFERENCE_ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

describe('the tree', () => {
  it('has the roots of the reference implementation', async () => {
    const leaves = REFERENCE_LEAVES.map((hex) => hashLeaf(Buffer.from(hex, 'hex')))
    const tree = planted(leaves)
    expect((await tree.root(0)).toString('hex')).toBe(
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    )
    const roots = await Promise.all(leaves.map((_, at) => tree.root(at + 1)))
    expect(roots.map((root) => root.toString('hex'))).toEqual(REFERENCE_ROOTS)
  })

  it('has the proofs of the reference implementation', async () => {
    const tree = planted(REFERENCE_LEAVES.map((hex) => hashLeaf(Buffer.from(hex, 'hex'))))
    const hex = (hashes: readonly Buffer[]) => hashes.map((hash) => hash.toString('hex'))
    expect(hex(await tree.inclusion(0, 8))).toEqual([
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ])
    expect(hex(await tree.inclusion(5, 8))).toEqual([
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ])
    expect(hex(await tree.consistency(6, 8))).toEqual([
      '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ])
    expect(hex(await tree.consistency(1, 1))).toEqual([])
  })

  it('is what the definition says, however it grew, and its proofs hold for it alone', {
    timeout: 60_000,
  }, async () => {
    const all = leavesOf(1_400)
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: all.length }),
        fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 6 }),
        fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (size, steps, where, part) => {
          const leaves = all.slice(0, size)
          const tree = planted(leaves, steps)
          const root = await tree.root(size)
          expect(root).toEqual(definedRoot(leaves))
          expect(await rootOfLeaves(sha256, leaves)).toEqual(root)
          const index = Math.floor(where * size)
          const path = await tree.inclusion(index, size)
          const proof = { leaf: leaves[index] as Buffer, index, path }
          const crowded = new InclusionCheck(sha256, { size, root })
          for (const at of [size - 1, index - 1, index + 1].filter(
            (near) => near >= 0 && near < size,
          ))
            expect(
              await crowded.holds({
                leaf: leaves[at] as Buffer,
                index: at,
                path: await tree.inclusion(at, size),
              }),
            ).toBe(true)
          for (const check of [new InclusionCheck(sha256, { size, root }), crowded]) {
            expect(await check.holds({ ...proof, leaf: sha256(proof.leaf) })).toBe(false)
            expect(await check.holds({ ...proof, path: [...path, root] })).toBe(false)
            if (path.length > 0)
              expect(await check.holds({ ...proof, path: path.slice(1) })).toBe(false)
            for (const at of path.keys())
              expect(await check.holds({ ...proof, path: path.with(at, sha256(root)) })).toBe(false)
            if (size > 1)
              expect(await check.holds({ ...proof, index: (index + 1) % size })).toBe(false)
            expect(await check.holds(proof)).toBe(true)
          }

          const earlier = {
            size: Math.floor(part * size),
            root: definedRoot(leaves.slice(0, Math.floor(part * size))),
          }
          const later = { size, root }
          const steady = await tree.consistency(earlier.size, size)
          expect(await isConsistent(sha256, earlier, later, steady)).toBe(true)
          if (earlier.size > 0) {
            expect(
              await isConsistent(sha256, { ...earlier, root: sha256(earlier.root) }, later, steady),
            ).toBe(false)
            expect(
              await isConsistent(sha256, earlier, { ...later, root: sha256(root) }, steady),
            ).toBe(false)
          }
          expect(await isConsistent(sha256, earlier, later, [...steady, root])).toBe(false)
        },
      ),
      { numRuns: 150 },
    )
  })

  it('knows of no entry beyond its end', async () => {
    const tree = planted(leavesOf(5))
    expect(() => tree.inclusion(5, 5)).toThrow(RangeError)
    expect(() => tree.consistency(6, 5)).toThrow(RangeError)
    await expect(tree.root(6)).rejects.toThrow(RangeError)
  })

  it('gives proofs one after the other as it gives each by itself, also of a tree that has grown since, and none where a tile is gone', async () => {
    const readTile = tilesOf(leavesOf(1_900), [700, 13])
    const tree = new LogTree(readTile)
    for (const size of [1, 255, 256, 257, 512, 1_023, 1_900]) {
      const proofs = new Proofs(tree, readTile, size)
      const places = Array.from({ length: size }, (_, at) => size - 1 - at)
      const reported = await Promise.all(places.map((place) => proofs.of(place)))
      const alone = await Promise.all(
        places.map(async (place) =>
          (await tree.inclusion(place, size)).map((hash) => hash.toString('base64')),
        ),
      )
      expect(reported).toEqual(alone)
      expect(await proofs.of(size)).toEqual([])
    }
    const holed: ReadTile = (level, index) =>
      readTile(level, level === 0 && index === 2 ? 99 : index)
    const proofs = new Proofs(new LogTree(holed), holed, 1_900)
    expect((await proofs.of(100)).length).toBeGreaterThan(8)
    expect(await proofs.of(600)).toEqual([])
  })
})
