import { denyList } from './deny-list.ts';
import { httpProvider } from './http-provider.ts';
import { CLEAR, type Screen } from './screen.ts';

/** The screening that is configured. All are asked, and all must answer; one hit is enough. */
export function openScreen(config: { denyListFile: string | null; screeningUrl: string | null }): Screen {
  const screens: Screen[] = [];
  if (config.denyListFile !== null) screens.push(denyList(config.denyListFile));
  if (config.screeningUrl !== null) screens.push(httpProvider(config.screeningUrl));
  return async (subject) => {
    const verdicts = await Promise.all(screens.map((screen) => screen(subject)));
    return verdicts.find(({ isHit }) => isHit) ?? CLEAR;
  };
}
