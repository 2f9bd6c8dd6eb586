import { AnswersSection } from './answers-section';
import { IdentitySection } from './identity-section';
import { LimitsSection } from './limits-section';
import { PublicationSection } from './publication-section';
import { RareSection } from './rare-section';
import { ToolsSection } from './tools-section';

/** Everything that a teacher sets, in the order in which it is thought of. */
export function SettingsForm() {
  return (
    <div>
      <IdentitySection />
      <ToolsSection />
      <AnswersSection />
      <LimitsSection />
      <PublicationSection />
      <RareSection />
    </div>
  );
}
