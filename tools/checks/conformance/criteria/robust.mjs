import { tested } from '../verdicts.mjs'

/** @type {import('../verdicts.mjs').Criterion[]} */
export const robust = [
  tested(
    '4.1.2',
    'A',
    'Name, Role, Value',
    ['scenes', 'buttons', 'spoken', 'frame', 'approval'],
    'axe finds roles, names and states valid in every view; journeys hear them.',
    'Real screen readers.',
  ),
  tested(
    '4.1.3',
    'AA',
    'Status Messages',
    ['announced', 'results', 'sentEnd', 'swapPrice', 'codeFailure', 'spoken'],
    'Progress, results, prices and failures are announced without taking the focus.',
    'How real screen readers order announcements that come together.',
  ),
]
