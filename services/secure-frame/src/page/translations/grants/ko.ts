import type { GrantTexts } from './en.js'

export const ko: GrantTexts = {
  'grant.title': '웹사이트가 나를 대신해 행동하도록 허용',
  'grant.endTitle': '웹사이트에 허용한 것 철회',
  'grant.atMost': '계정에서 나가는 최대 금액',
  'grant.number': '권한',
  'grant.who': '행동할 수 있는 주소',
  'grant.may': '허용 작업',
  'grant.total': '모두 합쳐 최대 {amount}까지 누구에게나 보내기.',
  'grant.period':
    '{period} 기간마다 최대 {amount}까지 누구에게나 보내기. 첫 기간은 {start}에 시작합니다. 남은 금액은 이월되지 않습니다.',
  'grant.stream':
    '{start}부터 처음에 {initial}, 이후 매초 {perSecond}씩 더, 모두 합쳐 최대 {maximum}까지 누구에게나 보내기.',
  'grant.calls': '이 컨트랙트 각각의 이 함수 각각을 코인을 보내지 않고 호출하기.',
  'grant.callsWithCoins':
    '이 컨트랙트 각각의 이 함수 각각을 한 번에 최대 {amount}까지 보내며 호출하기.',
  'grant.token': '토큰 컨트랙트',
  'grant.tokenName': '{token}, 스스로를 “{name}”(이)라고 합니다. 이 이름은 확인되지 않았습니다.',
  'grant.contract': '컨트랙트',
  'grant.function': '함수',
  'grant.often': '횟수',
  'grant.times': '최대 {count}회',
  'grant.anyTimes': '금액이 허용하는 만큼',
  'grant.from': '시작',
  'grant.until': '종료',
  'grant.says': '웹사이트의 설명',
  'grant.alone':
    '이 모든 일은 다시 묻지 않고 할 수 있습니다. 같은 한도 안에서 이 권한을 다른 사람에게 넘길 수도 있습니다.',
  'grant.notCounted': '이 컨트랙트가 스스로 가져가는 것은 이 금액에 포함되지 않습니다.',
  'grant.units': '이 토큰은 소수 자릿수를 알려 주지 않습니다. 금액은 가장 작은 단위입니다.',
  'grant.danger': '위험',
  'grant.moves-tokens': '이 함수는 내 토큰이나 수집품을 얼마든지 옮길 수 있습니다.',
  'grant.approves-tokens': '이 함수는 다른 사람이 내 토큰을 쓰게 할 수 있습니다.',
  'grant.is-token': '이 컨트랙트는 토큰입니다. 그 함수가 내가 가진 토큰의 처분을 결정합니다.',
  'grant.runs-anything': '이 함수는 호출하는 사람이 고른 것은 무엇이든 실행합니다.',
  'grant.changes-owner': '이 함수는 컨트랙트나 그 권리를 넘길 수 있습니다.',
  'grant.no-contract':
    '지금 이 주소에는 컨트랙트가 없습니다. 나중에 누구나 그곳에 컨트랙트를 둘 수 있습니다.',
  'grant.lower': '덜 허용하기',
  'grant.amount': '모두 합친 최대 금액({symbol})',
  'grant.count': '최대 횟수',
  'grant.end': '늦어도 종료되는 때',
  'grant.use': '이 한도 사용',
  'grant.onlyLower':
    '각 한도는 0보다 크고(호출 금액은 0일 수 있음) 요청된 값보다 높지 않아야 하며, 종료 시각은 미래여야 합니다.',
  'grant.by': '요청한 사이트',
  'grant.unknown-function':
    '이 함수가 하는 일은 알려져 있지 않습니다. 계정이 그곳에 가진 것을 옮길 수 있습니다.',
  'grant.amountPeriod': '{period} 기간마다 최대 금액({symbol})',
  'grant.amountCall': '호출 한 번의 최대 금액({symbol})',
}
