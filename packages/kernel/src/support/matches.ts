import { own } from './own.js'

/**
 * A pattern for values: a test, or an example of the type. The one item of a list stands for
 * all items, the member `*` of an object for all members.
 */
export type Sample =
  | ((value: unknown) => boolean)
  | string
  | number
  | boolean
  | readonly [Sample]
  | { readonly [key: string]: Sample }

/** Whether a value has the sample's shape. Members that the sample does not name are not checked. */
export const matches = (value: unknown, sample: Sample): boolean => {
  if (typeof sample === 'function') return sample(value)
  if (typeof sample !== 'object') return typeof value === typeof sample
  if (typeof value !== 'object' || value === null || Array.isArray(value) !== Array.isArray(sample))
    return false
  const members = value as Readonly<Record<string, unknown>>
  return Object.entries(sample).every(([key, part]) =>
    key === '*' || Array.isArray(value)
      ? Object.values(members).every((each) => matches(each, part))
      : matches(own(members, key), part),
  )
}

/** A sample that also accepts `undefined`. */
export const maybe =
  (sample: Sample): Sample =>
  (value) =>
    value === undefined || matches(value, sample)
