import { expect, test } from 'vitest'
import { findPeople } from './find-people.ts'

const people = [
  { userName: '홍길동', email: 'gildong@example.com' },
  { userName: '이 서연', email: 'Seoyeon@Nuri.example' },
  { userName: 'Emily Carter', email: 'emily@northgate.example' },
]

const found = (typed: string) => findPeople(people, typed).map(({ userName }) => userName)

test('a part of the name or of the address finds a person, in any case', () => {
  expect(found('길동')).toEqual(['홍길동'])
  expect(found(' CARTER ')).toEqual(['Emily Carter'])
  expect(found('nuri')).toEqual(['이 서연'])
  expect(found('길동'.normalize('NFD'))).toEqual(['홍길동'])
  expect(found('없음')).toEqual([])
})

test('initial consonants find names, also over a blank, and a syllable among them is no initial', () => {
  expect(found('ㅎㄱㄷ')).toEqual(['홍길동'])
  expect(found('ㅇㅅㅇ')).toEqual(['이 서연'])
  expect(found('ㄱㄷㅎ')).toEqual([])
  expect(found('홍ㄱ')).toEqual([])
})

test('consonants that the keyboard has merged find the initials of two syllables', () => {
  const person = { userName: '감사 담당', email: 'audit@example.com' }
  expect(findPeople([person], 'ㄳ')).toEqual([person])
})

test('nothing typed finds everybody', () => {
  expect(found('  ')).toHaveLength(3)
})
