import type { Page } from '@playwright/test';
import { AskingServer } from '../src/browser/asking.ts';
import { expectFinnish } from '../src/browser/finnish.ts';
import { takePicture } from '../src/browser/picture.ts';
import { expect, scriptedStory as story } from '../src/browser/story.ts';
import { drop, refuse, say, sayCiting, search, wait } from '../src/model/reply.ts';

const question = 'Mikä on pääavain?';
const keys = '/courses/tietokannat';
/** Of the chatbots of all courses: what a teacher or the day may change. */
const set = (path: string, value: unknown) =>
  `update chatbot.chatbots set config = jsonb_set(config, '{${path}}', '${JSON.stringify(value)}')`;
const publish = (enabled: boolean) => `update chatbot.chatbots set enabled = ${enabled}`;
const allowed = 100_000;
const spend = (tokens: number) => `update chatbot.student_days set tokens = ${tokens}`;
const everydays = [set('disclaimer', null), publish(true), set('limits,student_tokens_per_day', null), spend(0)].join('; ');

const words = 'Pääavain on se avainehdokas';
const cited = [
  'Pääavain on se avainehdokas, jonka suunnittelija on valinnut.{it}',
  'Pääavaimia on taulussa 42, ja pääavain on se avainehdokas, jonka suunnittelija on valinnut.{it}',
  'Sivulla lukee: ”pääavain on aina lyhyt ja sininen avain”.{it}',
  'Normalisointi poistaa turhan toiston huonosti suunnitelluista tauluista.{it}',
].join(' ');

story.use({ locale: 'fi-FI' });
story.afterEach(({ scripted: { lms } }) => lms.execute(everydays).then(() => undefined));

story('whatever may happen to a question, a Finnish student is told of it in Finnish', async ({ page, model, signedIn, context, scripted: { lms } }) => {
  story.slow();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await lms.execute(set('disclaimer', { text: 'Vastaukset voivat olla väärin.', version: 1 }));
  await signedIn('student3@example.org');
  const chat = partsOf(page);
  const press = (name: string) => chat.panel.getByRole('button', { name, exact: true }).last().click();
  const look = async (picture: string) => {
    await takePicture(page, `finnish-${picture}`);
    await expectFinnish(page, '', ['Help me', 'One moment.', 'That is settled.']);
  };
  const ask = async (text = question) => {
    await chat.composer.fill(text);
    await chat.composer.press('Enter');
  };
  const told = (text: string | RegExp) => expect(chat.panel.locator('p:not([role=status])', { hasText: text }).last()).toBeVisible();

  await story.step('the disclaimer, declined and accepted', async () => {
    await page.goto(`${keys}/ei-ole`);
    await expect(page.getByRole('main')).toHaveText(/^Tällaista sivua ei ole/);
    await page.goto(keys);
    await page.getByRole('button', { name: 'Kysy kurssista' }).click();
    await expect(chat.panel.getByRole('group', { name: 'Ennen kuin kysyt' })).toBeVisible();
    await look('disclaimer');
    await press('Älä hyväksy');
    await told('Et hyväksynyt ehtoja');
    await look('disclaimer-declined');
    await press('Lue uudelleen');
    await press('Hyväksy');
    await expect(chat.composer).toBeFocused();
  });

  await story.step('an answer that is written, stopped, refused, broken off, and out of reach', async () => {
    model.when(question, [say('Avain yksilöi rivin. '), wait, say('Ei koskaan luettu.')]);
    await ask();
    await expect(chat.answer).toContainText('Avain yksilöi rivin.');
    await look('streaming');
    await press('Pysäytä vastaus');
    await told('Pysäytit tämän vastauksen.');
    await look('stopped');
    model.when(question, [refuse(429)]);
    await ask();
    await told('Mallilla on juuri nyt liikaa tehtävää.');
    await look('busy');
    model.when(question, [say('Avain yksilöi '), drop]);
    await press('Yritä uudelleen');
    await expect(chat.answer).toContainText('Avain yksilöi');
    await told(/katkesi/);
    await look('broken-off');
    model.when(question, [say('Avain yksilöi rivin.')]);
    await context.setOffline(true);
    await press('Yritä uudelleen');
    await told('Palvelimeen ei ole yhteyttä.');
    await look('retry-offline');
    await ask();
    await told('Yhteys katkesi. Yritetään uudelleen…');
    await look('offline');
    await context.setOffline(false);
    // The one before is no longer busy, either.
    await expect(chat.answer).toContainText('Avain yksilöi rivin.');
    await expect(chat.answer).toHaveAttribute('aria-busy', 'false');
  });

  await story.step('what was found of its sources', async () => {
    model.when('Entä lähteet?', [search('pääavain')], sayCiting({ it: words }, cited));
    await ask('Entä lähteet?');
    await expect(chat.answer).toContainText('Normalisointi');
    await expect(chat.answer).toHaveAttribute('aria-busy', 'false');
    const chips = chat.answer.getByRole('button', { name: /^Lähde 1: / });
    await expect(chips).toHaveCount(4);
    for (const [place, chip] of (await chips.all()).entries()) {
      await chip.click();
      await expect(page.getByRole('dialog').getByRole('link')).toBeVisible();
      await look(`verdict-${place}`);
      await page.keyboard.press('Escape');
    }
  });

  await story.step('why it did not help', async () => {
    await chat.answer.getByRole('button', { name: 'Tästä ei ollut apua' }).click();
    const form = chat.answer.getByRole('form', { name: 'Lisää tästä vastauksesta' });
    await form.getByText('Lähde ei sano näin').click();
    await look('feedback');
    await form.getByRole('button', { name: 'Lähetä' }).click();
    await expect(chat.answer.getByText('Merkitty, kiitos.')).toBeVisible();
    await look('feedback-sent');
  });

  await story.step('little left, nothing left, and nobody there', async () => {
    await lms.execute(`${set('limits,student_tokens_per_day', allowed)}; ${spend(allowed * 0.8)}`);
    await page.reload();
    await told('Tämän päivän käytöstäsi on jäljellä 20');
    await look('limit-near');
    await lms.execute(spend(allowed));
    await ask();
    await told('Olet käyttänyt tämän päivän osuutesi.');
    await look('limit-reached');
    await lms.execute(`${set('limits,student_tokens_per_day', null)}; ${spend(0)}`);
    await page.reload();
    await expect(chat.composer).toBeVisible();
    await lms.execute(publish(false));
    await ask();
    await told('Kurssin keskustelubotti on pois päältä.');
    await look('switched-off');
    await lms.execute(publish(true));
    await page.reload();
  });

  await story.step('what a tool asks', async () => {
    const input = { about: 'Lähetetäänkö opettajalle viesti?' };
    const call = { type: 'tool-send_message', toolCallId: 'c1', state: 'approval-requested', input, approval: { id: 'a1' } };
    await AskingServer.on(page, call, () => ({ type: 'tool-output-denied', toolCallId: 'c1' }));
    await ask('Help me');
    await expect(chat.panel.getByRole('group', { name: 'Keskustelubotti pyytää hyväksyntääsi' })).toBeVisible();
    await look('approval');
    await press('Älä hyväksy');
    await told('Et hyväksynyt tätä.');
    await look('refused');
    await page.unrouteAll();
  });

  await story.step('and what is stored of it all, until it is erased', async () => {
    await press('Omat keskustelusi');
    const own = chat.panel.getByRole('region', { name: 'Omat tietoni' });
    await own.scrollIntoViewIfNeeded();
    await look('own-data');
    await press('Poista tietoni…');
    await expect(own.getByRole('button', { name: 'Säilytä tietoni' })).toBeFocused();
    await look('own-data-sure');
    await press('Poista kaikki');
    await expect(own).toContainText('Tietosi poistettiin.');
    await look('own-data-erased');
  });
});

function partsOf(page: Page) {
  const panel = page.getByRole('complementary', { name: /^Keskustelu: / });
  return {
    panel,
    composer: panel.getByRole('textbox', { name: 'Kysymyksesi' }),
    answer: panel.getByRole('article', { name: 'Vastaus', exact: true }).last(),
  };
}
