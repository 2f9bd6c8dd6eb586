//! The table: action × resource × standing. Pure.

use chatbot_core::tool::Action;

use crate::courses::CourseVisibility;

/// A role in a course, however it was granted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// Helps students: sees unopened material and enrolled people's progress.
    Assistant,
    /// Sees aggregates, and that the course exists.
    StatsViewer,
    /// Teaches and edits.
    Teacher,
    /// Says who may do what in the course.
    CourseAdmin,
    /// Does everything, and sees who did what.
    Admin,
}

impl Role {
    /// The role that a word of `lms.role_grants` names; unknown words grant nothing.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        match name {
            "assistant" => Some(Self::Assistant),
            "stats_viewer" => Some(Self::StatsViewer),
            "teacher" => Some(Self::Teacher),
            "course_admin" => Some(Self::CourseAdmin),
            "admin" => Some(Self::Admin),
            _ => None,
        }
    }
}

/// What a person is in a course.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Standing {
    pub visibility: CourseVisibility,
    pub is_public: bool,
    pub enrolled: bool,
    pub roles: Vec<Role>,
}

impl Standing {
    fn has(&self, roles: &[Role]) -> bool {
        self.roles.iter().any(|role| roles.contains(role))
    }

    fn assists(&self) -> bool {
        self.has(&[Role::Assistant, Role::Teacher, Role::CourseAdmin, Role::Admin])
    }

    fn teaches(&self) -> bool {
        self.has(&[Role::Teacher, Role::CourseAdmin, Role::Admin])
    }

    fn sees_stats(&self) -> bool {
        self.teaches() || self.has(&[Role::StatsViewer])
    }

    fn administrates(&self) -> bool {
        self.has(&[Role::CourseAdmin, Role::Admin])
    }

    fn audits(&self) -> bool {
        self.has(&[Role::Admin])
    }

    fn is_published(&self) -> bool {
        self.visibility != CourseVisibility::Draft
    }

    /// A draft is for those with a role in it.
    fn may_view_course(&self) -> bool {
        self.is_published() || !self.roles.is_empty()
    }

    /// The same as `chatbot.may_read_course` says in SQL.
    fn may_read_course(&self) -> bool {
        self.assists() || (self.is_published() && (self.enrolled || self.is_public))
    }

    /// What staff may do to anything in their course.
    fn may_as_staff(&self, action: Action) -> bool {
        match action {
            Action::View | Action::ViewMaterial | Action::ViewProgress => self.assists(),
            Action::ViewStats => self.sees_stats(),
            Action::Teach | Action::Edit => self.teaches(),
            Action::Administrate => self.administrates(),
            Action::Audit => self.audits(),
        }
    }
}

/// What an action is about, once it was found in its course.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// The course itself, or a chatbot, which is as open as its course.
    Course,
    /// A page, or an exercise on it.
    OnPage {
        /// Whether `chatbot.visible_pages` has it for the caller.
        visible: bool,
    },
    /// A chapter.
    Chapter {
        /// Whether it has opened.
        open: bool,
    },
    /// A person.
    Person {
        /// Whether the caller asks about themselves.
        is_self: bool,
        /// Whether the person is enrolled in the course.
        enrolled: bool,
        /// Whether the person has a role in the course.
        has_role: bool,
    },
    /// A conversation.
    Conversation {
        /// Whether the caller is its student.
        own: bool,
        /// Whether the student deleted it.
        deleted: bool,
    },
}

/// Whether somebody of this standing may do this.
pub(super) fn allow(action: Action, target: &Target, standing: &Standing) -> bool {
    match target {
        Target::Course => match action {
            Action::View => standing.may_view_course(),
            Action::ViewMaterial => standing.may_read_course(),
            _ => standing.may_as_staff(action),
        },
        Target::OnPage { visible } => match action {
            Action::View | Action::ViewMaterial => *visible,
            // Not even its staff act on a page that they cannot see: an assistant on a hidden one.
            _ => standing.may_as_staff(action) && (*visible || !standing.assists()),
        },
        Target::Chapter { open } => match action {
            Action::View => standing.may_read_course(),
            Action::ViewMaterial => standing.may_read_course() && (*open || standing.assists()),
            _ => standing.may_as_staff(action),
        },
        Target::Person { is_self, enrolled, has_role } => match action {
            // Aggregates only, and people have no material.
            Action::ViewStats | Action::ViewMaterial => false,
            Action::View | Action::ViewProgress if *is_self && *enrolled && standing.is_published() => true,
            Action::Administrate | Action::Audit => (*enrolled || *has_role) && standing.may_as_staff(action),
            _ => *enrolled && standing.may_as_staff(action),
        },
        Target::Conversation { own, deleted } => match action {
            Action::View => *own && !*deleted,
            Action::Audit => standing.audits(),
            _ => false,
        },
    }
}
