/** By which somebody entered, in Korean and English. */
export function entryMeans(by: 'pin' | 'link' | 'proof', isShown: true | undefined): readonly [string, string] {
  if (by === 'link') return ['메일 링크', 'e-mail link']
  if (by === 'proof') return ['메일로 확인한 주소', 'address confirmed by e-mail']
  return isShown ? ['운영자에게 표시된 PIN', 'PIN displayed to an operator'] : ['PIN', 'PIN']
}
