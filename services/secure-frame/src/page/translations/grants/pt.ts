import type { GrantTexts } from './en.js'

export const pt: GrantTexts = {
  'grant.title': 'Deixar o site agir por você',
  'grant.endTitle': 'Retirar o que um site pode fazer por você',
  'grant.atMost': 'Sai da sua conta no máximo',
  'grant.number': 'Permissão',
  'grant.who': 'Quem pode agir',
  'grant.may': 'Pode',
  'grant.total': 'Enviar até {amount} no total, a qualquer pessoa.',
  'grant.period':
    'Enviar até {amount} em cada período de {period}, a qualquer pessoa. O primeiro começa em {start}. O que sobra de um período não passa para o seguinte.',
  'grant.stream':
    'Enviar {initial} no início e mais {perSecond} a cada segundo, a partir de {start}, e no máximo {maximum} no total, a qualquer pessoa.',
  'grant.calls': 'Chamar cada uma destas funções de cada um destes contratos, sem enviar moedas.',
  'grant.callsWithCoins':
    'Chamar cada uma destas funções de cada um destes contratos, com no máximo {amount} de cada vez.',
  'grant.token': 'Contrato do token',
  'grant.tokenName': '{token}, que se chama “{name}”. Ninguém verificou esse nome.',
  'grant.contract': 'Contrato',
  'grant.function': 'Função',
  'grant.often': 'Quantas vezes',
  'grant.times': 'No máximo {count}×',
  'grant.anyTimes': 'Tantas vezes quanto os valores permitirem',
  'grant.from': 'Não antes de',
  'grant.until': 'Até',
  'grant.says': 'O site diz',
  'grant.alone':
    'Tudo isto pode ser feito sem perguntar a você de novo. Esta permissão pode ser passada a outros, dentro dos mesmos limites.',
  'grant.notCounted': 'O que estes contratos retiram por si mesmos não está neste valor.',
  'grant.units': 'Este token não informa as casas decimais. O valor está na sua menor unidade.',
  'grant.danger': 'Perigo',
  'grant.moves-tokens':
    'Esta função pode mover seus tokens ou itens de coleção, em qualquer quantidade.',
  'grant.approves-tokens': 'Esta função pode deixar outra pessoa gastar seus tokens.',
  'grant.is-token': 'Este contrato é um token: suas funções decidem sobre o que você tem dele.',
  'grant.runs-anything': 'Esta função executa o que quem a chama escolher.',
  'grant.changes-owner': 'Esta função pode entregar um contrato ou direitos sobre ele.',
  'grant.no-contract':
    'Não há contrato neste endereço agora. Qualquer pessoa pode colocar um depois.',
  'grant.lower': 'Permitir menos',
  'grant.amount': 'Valor máximo no total ({symbol})',
  'grant.count': 'Número máximo de vezes',
  'grant.end': 'Termina no máximo em',
  'grant.use': 'Usar estes limites',
  'grant.onlyLower':
    'Cada limite deve ser maior que 0 (o valor de uma chamada pode ser 0) e não passar do que foi pedido, e o fim deve estar no futuro.',
  'grant.by': 'Pedido por',
  'grant.unknown-function':
    'Não se sabe o que esta função faz. Ela pode mover o que sua conta tem ali.',
  'grant.amountPeriod': 'Valor máximo em cada período de {period} ({symbol})',
  'grant.amountCall': 'Valor máximo em cada chamada ({symbol})',
}
