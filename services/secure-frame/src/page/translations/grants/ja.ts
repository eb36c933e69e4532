import type { GrantTexts } from './en.js'

export const ja: GrantTexts = {
  'grant.title': 'ウェブサイトがあなたの代わりに操作することを許可',
  'grant.endTitle': 'ウェブサイトに許可した操作を取り消す',
  'grant.atMost': 'アカウントから出る最大額',
  'grant.number': '許可',
  'grant.who': '操作できる相手',
  'grant.may': '許可操作',
  'grant.total': '合計で最大 {amount} を、任意の相手に送る。',
  'grant.period':
    '{period}の期間ごとに最大 {amount} を、任意の相手に送る。最初の期間は {start} に始まります。残りは繰り越されません。',
  'grant.stream':
    '{start} から、最初に {initial}、その後は毎秒 {perSecond} ずつ、合計で最大 {maximum} を、任意の相手に送る。',
  'grant.calls': 'これらの各コントラクトの、これらの各関数を、コインを送らずに呼び出す。',
  'grant.callsWithCoins':
    'これらの各コントラクトの、これらの各関数を、1 回につき最大 {amount} を付けて呼び出す。',
  'grant.token': 'トークンのコントラクト',
  'grant.tokenName': '{token}（自称「{name}」）。この名前は確認されていません。',
  'grant.contract': 'コントラクト',
  'grant.function': '関数',
  'grant.often': '回数',
  'grant.times': '最大 {count} 回',
  'grant.anyTimes': '金額の範囲内で何回でも',
  'grant.from': '開始',
  'grant.until': '終了',
  'grant.says': 'ウェブサイトの説明',
  'grant.alone':
    'これらはすべて、再度確認されることなく実行できます。同じ上限の範囲内で、この許可を他者に渡すこともできます。',
  'grant.notCounted': 'これらのコントラクトが自ら引き出す分は、この額に含まれません。',
  'grant.units': 'このトークンは小数点以下の桁数を示していません。金額は最小単位です。',
  'grant.danger': '危険',
  'grant.moves-tokens': 'この関数は、あなたのトークンや収集品をいくらでも移動できます。',
  'grant.approves-tokens': 'この関数は、他の人があなたのトークンを使えるようにできます。',
  'grant.is-token': 'このコントラクトはトークンです。その関数は、あなたが持つ分の扱いを決めます。',
  'grant.runs-anything': 'この関数は、呼び出す人が選んだものを何でも実行します。',
  'grant.changes-owner': 'この関数は、コントラクトやその権利を譲渡できます。',
  'grant.no-contract':
    '現在このアドレスにコントラクトはありません。後から誰でも置くことができます。',
  'grant.lower': '許可を減らす',
  'grant.amount': '合計の最大額（{symbol}）',
  'grant.count': '最大回数',
  'grant.end': '遅くとも終了する日時',
  'grant.use': 'この上限を使う',
  'grant.onlyLower':
    '各上限は 0 より大きく（呼び出しの額は 0 でもかまいません）、求められた値以下でなければなりません。終了は未来の日時にしてください。',
  'grant.by': '求めたサイト',
  'grant.unknown-function':
    'この関数が何をするかは不明です。あなたのアカウントがそこに持つものを移動する可能性があります。',
  'grant.amountPeriod': '{period}ごとの最大額（{symbol}）',
  'grant.amountCall': '1 回の呼び出しの最大額（{symbol}）',
}
