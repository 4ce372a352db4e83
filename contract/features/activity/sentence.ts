import type { ActivityDetails, ActivityKind } from '../activity.ts'

export type Sentence<K extends ActivityKind> = (
  details: ActivityDetails<K>,
) => readonly [korean: string, english: string]
export type Sentences<K extends ActivityKind> = { readonly [Each in K]: Sentence<Each> }

export const words =
  <T extends string>(list: Readonly<Record<T, readonly [string, string]>>) =>
  (word: T) =>
    list[word]

export const onOff = (on: boolean): readonly [string, string] =>
  on ? ['켜짐', 'on'] : ['꺼짐', 'off']
