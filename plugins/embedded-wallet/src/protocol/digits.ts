/** The value of a decimal digit of any script: Unicode keeps its ten digits in one run. */
function digitValue(digit: string): number {
  let point = digit.codePointAt(0) ?? 0
  let value = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(point - 1))) {
    point -= 1
    value += 1
  }
  return value % 10
}

/**
 * The ASCII digits of what a visitor typed or pasted: digits of any script are read, everything else
 * is left out.
 */
export const readOneTimeCode = (text: string): string =>
  Array.from(text.normalize('NFKC').matchAll(/\p{Nd}/gu), ([digit]) => digitValue(digit)).join('')
